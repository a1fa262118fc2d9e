import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { expect, it } from 'vitest'
import { RestartingWorker } from './restarting-worker.ts'
import { startThread } from './start-thread.ts'

const failing = `
  import { serveRequests } from '${new URL('./serve-requests.ts', import.meta.url)}'
  serveRequests((request) => {
    if (request === 'trouble') throw new Error('disk I/O error')
    return request.length.toFixed()
  })`

it('tells trouble of the engine, worth another try, from a programming error in the worker', async () => {
  const module = new URL(`data:text/javascript,${encodeURIComponent(failing)}`)
  const worker = new RestartingWorker<string | null, string>('engine', () => startThread(module, ''))
  try {
    await expect(worker.call('good')).resolves.toBe('4')
    await expect(worker.call('trouble')).rejects.toBeInstanceOf(EngineUnavailable)
    const defect = worker.call(null)
    await expect(defect).rejects.toThrow('The engine failed: Cannot read properties of null')
    await expect(defect).rejects.not.toBeInstanceOf(EngineUnavailable)
  } finally {
    await worker.close()
  }
})
