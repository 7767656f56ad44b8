// hotpath with Leaner: `leaner demo --strategy leaner`, and every other command.
#include "hotpath/app/program.hpp"
#include "leaner.hpp"

int main(int argc, char** argv) {
    return hotpath::app::run(argc, argv, {hotpath::strategy::registration_of<own::Leaner>()});
}
