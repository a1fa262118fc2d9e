import { proxiedServices } from '@portal/contracts/services'
import { expect, it } from 'vitest'
import { loadDefinition, loadStart } from './load-part.ts'
import { processNames } from './topology.ts'

it.each(proxiedServices)('%s is defined in the folder of its name', async (name) => {
  const definition = await loadDefinition(name)
  expect(definition).toMatchObject({ name, consumers: expect.any(Array), jobs: expect.any(Array) })
})

it.each(processNames)('%s can be started', async (name) => {
  expect(await loadStart(name)).toBeTypeOf('function')
})
