import type { Durations } from './metrics.ts'
import { activeSpan, asActive, errorKind } from './running-span.ts'

/** What calls of engines are counted by. */
export type EngineLabel = 'engine' | 'call' | 'outcome'

/** Where calls are counted. */
export interface EngineCalls {
  of(labels: Readonly<Record<EngineLabel, string>>): Pick<Durations, 'observe'>
}

interface Engine {
  check(): Promise<void>
}

/**
 * The same ports, with the calls of those that are engines (they have a `check`) timed, and
 * recorded within the span that calls them. Synchronous calls, and what a getter gives, are not
 * timed.
 */
export function tracedEngines<Ports>(ports: Ports, calls: EngineCalls): Ports {
  if (typeof ports !== 'object' || ports === null) return ports
  const members = Object.getOwnPropertyDescriptors(ports)
  for (const [name, member] of Object.entries<PropertyDescriptor>(members))
    if (isEngine(member.value)) member.value = traced(name, member.value, calls)
  return Object.create(Object.getPrototypeOf(ports), members)
}

/** One engine, under this name. */
export function traced<Port extends Engine>(engine: string, port: Port, calls: EngineCalls): Port {
  const wrapped = new Map<unknown, unknown>()
  return new Proxy(port, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof member !== 'function' || typeof property !== 'string') return member
      const known = wrapped.get(member)
      if (known) return known
      const call = callOf(engine, property, { calls, method: (args) => Reflect.apply(member, target, args) })
      wrapped.set(member, call)
      return call
    },
  })
}

interface Called {
  readonly calls: EngineCalls
  readonly method: (args: unknown[]) => unknown
}

function callOf(engine: string, call: string, { calls, method }: Called) {
  return (...args: unknown[]): unknown => {
    const since = performance.now()
    const parent = activeSpan()
    const isTraced = parent?.isRecorded === true && call !== 'check'
    const span = isTraced
      ? parent.child({ name: `${engine}.${call}`, kind: 'client', facts: { engine } })
      : null
    const result = span ? asActive(span, () => method(args)) : method(args)
    const ended = (error: string | null) => {
      calls.of({ engine, call, outcome: error ?? 'ok' }).observe((performance.now() - since) / 1000)
      span?.end({}, error)
    }
    if (isGenerator(result)) return followed(result, ended)
    if (!isPromise(result)) return result
    return result.then(
      (value) => {
        ended(null)
        return value
      },
      (error: unknown) => {
        ended(errorKind(error))
        throw error
      },
    )
  }
}

/** The same stream, which ends its call when it ends, fails or is left. */
async function* followed(
  stream: AsyncGenerator<unknown>,
  ended: (error: string | null) => void,
): AsyncGenerator<unknown> {
  let error: string | null = 'abandoned'
  try {
    yield* stream
    error = null
  } catch (cause) {
    error = errorKind(cause)
    throw cause
  } finally {
    ended(error)
  }
}

function isGenerator(value: unknown): value is AsyncGenerator<unknown> {
  return Object.prototype.toString.call(value) === '[object AsyncGenerator]'
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function isEngine(port: unknown): port is Engine {
  return typeof port === 'object' && port !== null && 'check' in port && typeof port.check === 'function'
}
