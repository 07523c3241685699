// The bundled files as read-only data; bundled.cpp names the labels. The assembler finds the files through the
// include path that CMake gives it.
    .section .rodata
    .macro bundle label, file
    .global \label
    .global \label\()_end
    .balign 16
\label:
    .incbin "\file"
\label\()_end:
    .byte 0
    .endm

    bundle mien_bundled_head, mien.glb
    bundle mien_bundled_bones, mien-bones.glb
    bundle mien_bundled_vrm, mien.vrm

    .section .note.GNU-stack, "", %progbits
