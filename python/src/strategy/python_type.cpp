#include "python/src/strategy/python_type.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <nanobind/stl/string.h>

namespace hotpath::python {

namespace nb = nanobind;

namespace {

void deallocate(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

/// Fill(id=3, side=<Side.Buy: 0>, ...): its attributes in the order of their description.
PyObject* repr_of(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    const auto* each = static_cast<const PyGetSetDef*>(PyType_GetSlot(type, Py_tp_getset));
    try {
        std::string text = nb::cast<std::string>(nb::handle(type).attr("__name__")) + "(";
        for (bool is_first = true; each->name != nullptr; ++each, is_first = false) {
            const nb::object value = nb::handle(self).attr(each->name);
            text += (is_first ? "" : ", ") + std::string(each->name) + "=" +
                    nb::cast<std::string>(nb::repr(value));
        }
        return nb::str((text + ")").c_str()).release().ptr();
    } catch (nb::python_error& error) {
        error.restore();
        return nullptr;
    }
}

}  // namespace

PyTypeObject* make_type(nb::module_& module, const TypeDescription& about) {
    std::vector<PyType_Slot> slots{{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                                   {Py_tp_doc, const_cast<char*>(about.meaning)},
                                   {Py_tp_getset, about.attributes}};
    if (about.methods != nullptr) {
        slots.push_back({Py_tp_methods, about.methods});
    }
    if (about.is_value) {
        slots.push_back({Py_tp_repr, reinterpret_cast<void*>(repr_of)});
    }
    slots.push_back({0, nullptr});
    PyType_Spec spec{
        .name = about.name,
        .basicsize = static_cast<int>(about.bytes),
        .itemsize = 0,
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
        .slots = slots.data()};
    PyObject* const type = PyType_FromSpec(&spec);
    if (type == nullptr) {
        throw nb::python_error();
    }
    const std::string_view name = about.name;
    module.attr(name.substr(name.rfind('.') + 1).data()) = nb::borrow(type);
    return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace hotpath::python
