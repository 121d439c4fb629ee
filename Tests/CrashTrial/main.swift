import CCrash
import Glibc

/// Crashes in the way that its argument names, for the tests.
wallchart_crash_install("1.2.3")
wallchart_crash_set_state("showing page 1 of 2")
wallchart_crash_set_state("showing page 2 of 2; 7 of 8 feeds live")

/// Overflows the stack.
@inline(never)
func sink(_ depth: Int) -> Int { depth < 0 ? 0 : sink(depth + 1) &+ sink(depth + 2) }

let numbers = Array(CommandLine.arguments.dropFirst())
switch numbers.first {
case "null": UnsafeMutablePointer<Int>(bitPattern: 0x10)!.pointee = 1
case "trap": print(numbers[numbers.count + 1])
case "abort": abort()
case "overflow": print(sink(0))
case "wait": pause()
default: exit(64)
}
