import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws a sentence that says so when somebody listens on the port already; 0 is always free. */
export async function assertPortFree(port: number): Promise<void> {
  if (port === 0) return
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken by another program; choose one with --port.`, { cause: error })
    }
    throw error
  } finally {
    server.close()
  }
}
