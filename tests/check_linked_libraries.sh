#!/bin/sh
# usage: check_linked_libraries.sh PROGRAM; exit 1 where it loads a library that it must not.
loaded=$(ldd "$1") || { echo "ldd $1 failed"; exit 1; }
echo "$loaded" | grep -q libc.so || { echo "ldd printed no libraries"; exit 1; }
if echo "$loaded" | grep -E 'Qt5|libgdal|libgst|opencv_(highgui|videoio|imgcodecs)'; then
    echo "these must not be linked"
    exit 1
fi
