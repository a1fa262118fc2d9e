import autocannon from 'autocannon'
import { z } from 'zod'

// The load generator in a process of its own: each message asks for one burst, each answer reports it.
const Burst = z.object({
  url: z.string(),
  connections: z.number(),
  amount: z.number(),
  headers: z.record(z.string(), z.string()),
})

process.on('message', (message) => {
  const burst = Burst.parse(message)
  const started = performance.now()
  // autocannon itself ends on whole seconds only, which would make every fast contender equally fast.
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
