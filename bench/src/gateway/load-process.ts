import autocannon from 'autocannon'
import { z } from 'zod'

// The load generator's process: each message requests a burst, each reply reports it.
const Burst = z.object({
  url: z.string(),
  connections: z.number(),
  amount: z.number(),
  headers: z.record(z.string(), z.string()),
})

process.on('message', (message) => {
  const burst = Burst.parse(message)
  const started = performance.now()
  // autocannon stops on whole seconds only, which would make fast contenders look equal.
  let lastAnswer = started
  const running = autocannon(burst).on('response', () => {
    lastAnswer = performance.now()
  })
  running.then(
    (result) =>
      process.send?.({
        seconds: (lastAnswer - started) / 1000,
        requests: result.requests.total,
        failed: result.errors + result.timeouts + result.non2xx,
        p50: result.latency.p50,
        p99: result.latency.p99,
      }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
