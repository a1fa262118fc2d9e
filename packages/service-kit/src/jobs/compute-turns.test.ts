import { describe, expect, it, vi } from 'vitest'
import { ComputeQueue, type TurnMessage, TurnsForThread, TurnsOfParent } from './compute-turns.ts'

const never = new AbortController().signal

/** Work that ends when it is told to, and who has begun. */
function controlled() {
  const begun: string[] = []
  const work = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const run = () => {
      begun.push(name)
      return promise
    }
    return { run, finish: () => resolve(name) }
  }
  return { begun, work }
}

/** A thread's turns, connected to the process's without a thread between them. */
function inThread(turns: ComputeQueue) {
  const ofThread = new TurnsOfParent((message) => forThread.receive(message))
  const sent: TurnMessage[] = []
  const forThread = new TurnsForThread(turns, (message) => {
    sent.push(message)
    ofThread.receive(message)
  })
  return { ofThread, forThread }
}

describe('turns to compute', () => {
  it('are taken one after the other by the jobs of a process and of its thread', async () => {
    const { begun, work } = controlled()
    const turns = new ComputeQueue(1)
    const { ofThread } = inThread(turns)
    const [reading, encoding, next] = [work('reading'), work('encoding'), work('next')]
    const results = [
      ofThread.take(reading.run, never),
      turns.take(encoding.run, never),
      ofThread.take(next.run, never),
    ]
    await vi.waitFor(() => expect(begun).toEqual(['reading']))
    reading.finish()
    await vi.waitFor(() => expect(begun).toEqual(['reading', 'encoding']))
    encoding.finish()
    await vi.waitFor(() => expect(begun).toEqual(['reading', 'encoding', 'next']))
    next.finish()
    expect(await Promise.all(results)).toEqual(['reading', 'encoding', 'next'])
  })

  it('pass on when a computation takes too long, which goes on and has its result', async () => {
    const { begun, work } = controlled()
    const turns = new ComputeQueue(1, { longestMs: 1 })
    const [long, next] = [work('long'), work('next')]
    const results = [turns.take(long.run, never), turns.take(next.run, never)]
    await vi.waitFor(() => expect(begun).toEqual(['long', 'next']))
    next.finish()
    long.finish()
    expect(await Promise.all(results)).toEqual(['long', 'next'])
  })

  it('pass on when a computation fails, whose error its job gets', async () => {
    const { begun, work } = controlled()
    const turns = new ComputeQueue(1)
    const { ofThread } = inThread(turns)
    const failing = ofThread.take(() => Promise.reject(new Error('unreadable')), never)
    const next = work('next')
    const result = turns.take(next.run, never)
    await expect(failing).rejects.toThrow('unreadable')
    await vi.waitFor(() => expect(begun).toEqual(['next']))
    next.finish()
    expect(await result).toBe('next')
  })

  it('pass on when their thread has ended, or no longer wants one', async () => {
    const { begun, work } = controlled()
    const turns = new ComputeQueue(1)
    const { ofThread, forThread } = inThread(turns)
    const [lost, aborted, next] = [work('lost'), work('aborted'), work('next')]
    const stopping = new AbortController()
    void ofThread.take(lost.run, never)
    await vi.waitFor(() => expect(begun).toEqual(['lost']))
    const rejected = expect(ofThread.take(aborted.run, stopping.signal)).rejects.toThrow('stopped')
    const result = turns.take(next.run, never)
    stopping.abort(new Error('stopped'))
    await rejected
    forThread.close()
    await vi.waitFor(() => expect(begun).toEqual(['lost', 'next']))
    next.finish()
    expect(await result).toBe('next')
  })
})
