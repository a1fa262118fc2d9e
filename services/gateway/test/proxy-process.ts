import { openBareProxy } from './bare-proxy.ts'

// The bare proxy in a process of its own, so that its memory can be watched. Answers 'memory' with
// the bytes of buffers before a collection of garbage, and with all that it refers to after one:
// what an allocator keeps for later depends on the machine.
const proxy = await openBareProxy(process.argv[2] ?? '', {
  limits: { bodyMaxBytes: 11 * 1024 * 1024, deadlineMs: 60_000, idleMs: 60_000 },
})
process.on('message', (question) => {
  if (question !== 'memory') return
  const { arrayBuffers } = process.memoryUsage()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ uncollected: arrayBuffers, held: heapUsed + external })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: proxy.port })
