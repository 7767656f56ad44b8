#include "hotpath/app/program.hpp"

int main(int argc, char** argv) {
    return hotpath::app::run(argc, argv);
}
