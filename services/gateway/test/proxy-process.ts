import { openBareProxy } from './bare-proxy.ts'

// The bare proxy in a process of its own, so that its memory can be watched. Answers 'memory' with
// its resident bytes.
const proxy = await openBareProxy(process.argv[2] ?? '', {
  limits: { bodyMaxBytes: 11 * 1024 * 1024, deadlineMs: 60_000, idleMs: 60_000 },
})
process.on('message', (question) => {
  if (question !== 'memory') return
  globalThis.gc?.()
  process.send?.({ resident: process.memoryUsage().rss })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: proxy.port })
