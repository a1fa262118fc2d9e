import { renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

// Loaded by `--import` into each process of a portal under attack: on SIGUSR2 it collects garbage
// and writes how much memory it has left, in megabytes, to a file named by the process. What V8 has
// not come to collect on a busy machine is no growth.
const { gc } = globalThis
if (isMainThread && gc)
  process.on('SIGUSR2', () => {
    gc()
    const { rss, heapTotal, heapUsed } = process.memoryUsage()
    const file = join(tmpdir(), `portal-memory-${process.pid}`)
    // V8 keeps for a while what it has emptied.
    writeFileSync(`${file}.new`, String((rss - heapTotal + heapUsed) / 1024 / 1024))
    renameSync(`${file}.new`, file)
  })
