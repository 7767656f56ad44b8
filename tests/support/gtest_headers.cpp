// A source for the precompiled headers of GoogleTest (hotpath_precompile_gtest).
