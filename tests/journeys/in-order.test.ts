import { expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

it('takes one step after the other', async () => {
  const taken: string[] = []
  const take = inOrder()
  for (const promise of ['opens', 'reads', 'closes']) {
    await take(promise, async () => {
      taken.push(promise)
    })
  }
  expect(taken).toEqual(['opens', 'reads', 'closes'])
})

it('takes none after one that failed: each says which', async () => {
  const take = inOrder()
  await expect(take('opens', () => Promise.reject(new Error('It is shut.')))).rejects.toThrow('It is shut.')
  const later = () => Promise.reject(new Error('This step must not be taken.'))
  await expect(take('reads', later)).rejects.toThrow('An earlier step failed: opens.')
  await expect(take('closes', later)).rejects.toThrow('An earlier step failed: opens.')
})

it('takes none after one that was given up before it ended', async () => {
  const take = inOrder()
  void take('opens', () => new Promise(() => undefined))
  await expect(take('reads', async () => undefined)).rejects.toThrow('An earlier step failed: opens.')
})
