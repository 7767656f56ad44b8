#pragma once
/// The containers that are compared, and the floor, in the order of the talk, `hotpath` first.
///
/// `hotpath` is what L2Book is made of by default. Threads: as the visitor. Allocation: none.

#include <type_traits>

#include "bench/book_ladder/replay.hpp"
#include "lab/levels/level_blocks.hpp"
#include "lab/levels/level_map.hpp"
#include "lab/levels/level_pages.hpp"
#include "lab/levels/level_vector.hpp"

namespace hotpath::bench {

/// visit(std::type_identity<Subject>, name)
template <class Visitor>
void for_each_level_subject(Visitor&& visit) {
    visit(std::type_identity<ContainerSubject<book::PagedLevels>>{}, "hotpath");
    visit(std::type_identity<ContainerSubject<book::MapLevels>>{}, "map");
    visit(std::type_identity<ContainerSubject<book::BestFirstLevels>>{}, "vector_best_first");
    visit(std::type_identity<ContainerSubject<book::BestLastLevels>>{}, "vector_best_last");
    visit(std::type_identity<ContainerSubject<book::BranchlessLevels>>{}, "branchless");
    visit(std::type_identity<ContainerSubject<book::LinearLevels>>{}, "linear");
    visit(std::type_identity<ContainerSubject<book::BlockLevels>>{}, "eight_at_once");
    visit(std::type_identity<FloorSubject>{}, "floor");
}

}  // namespace hotpath::bench
