import type { StatusPart } from '@portal/contracts/gateway'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'

/** Below the gateway's timeout, so that one hanging engine does not hide the others. */
const timeoutMs = 1500

interface Checkable {
  check(): Promise<void>
}

/** The state of each checkable port's engine, by port name. Never rejects. */
export function engineStates(ports: unknown): Promise<StatusPart[]> {
  const checkable = Object.entries(ports ?? {}).filter((entry): entry is [string, Checkable] =>
    isCheckable(entry[1]),
  )
  return Promise.all(checkable.map(([name, port]) => stateOf(name, port)))
}

async function stateOf(name: string, port: Checkable): Promise<StatusPart> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new EngineUnavailable('It does not answer in time.', 1)),
    timeoutMs,
  )
  const part = { name, kind: 'engine', version: null } as const
  try {
    await Promise.race([port.check(), late.promise])
    return { ...part, state: 'ready', detail: null }
  } catch (error) {
    // Only this error's message is written for users; any other may contain internals.
    const detail = error instanceof EngineUnavailable ? error.message : 'It does not answer.'
    return { ...part, state: 'unavailable', detail }
  } finally {
    clearTimeout(timer)
  }
}

function isCheckable(port: unknown): port is Checkable {
  return typeof port === 'object' && port !== null && 'check' in port && typeof port.check === 'function'
}
