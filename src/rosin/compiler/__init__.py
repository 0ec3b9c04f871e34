"""From kernels to code: Python source, read into a typed tree, written out for each target.

source     where a kernel's source stands, and errors that say where and what to write instead
tree       types, and the nodes of a typed tree
front      a kernel and its kinds of arguments into a tree, with all that it calls (reading.py, expressions.py)
llvm       trees as LLVM text: one voice; lanes.py: several voices in vector lanes; gpu.py: a thread for each voice
c          trees as one C99 file
optimise   LLVM's pipeline, and the machines it makes code for
"""
