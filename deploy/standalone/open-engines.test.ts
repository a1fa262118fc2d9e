import { afterAll, expect, it } from 'vitest'
import { makeInstallation } from './installation.fixture.ts'
import { openEngines } from './open-engines.ts'
import { readPortalOptions } from './portal-options.ts'
import { consoleProgress } from './progress.ts'
import { topology } from './topology.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it('a model, an encoder, a ranker and a parser named in the environment are those that the services are told', async () => {
  const named = {
    MODEL_URL: 'openai://127.0.0.1:11434/v1?model=a',
    EMBEDDER_URL: 'openai://127.0.0.1:11434/v1?model=b&dimensions=8',
    RANKER_URL: 'rerank://127.0.0.1:8080/v1/rerank?model=c',
    PARSER_URL: 'unstructured://127.0.0.1:8000',
  }
  const installation = await makeInstallation((end) => ends.push(end))
  const environmentOf = async (environment: Record<string, string>) => {
    const options = readPortalOptions([], environment)
    const { addresses } = await openEngines(
      options,
      installation,
      consoleProgress(() => undefined),
    )
    return topology(installation, addresses)
  }
  const { chat, documents } = await environmentOf(named)
  expect(chat).toMatchObject({ MODEL_URL: named.MODEL_URL })
  expect(chat).not.toHaveProperty('EMBEDDER_URL')
  const { PARSER_URL, EMBEDDER_URL, RANKER_URL } = named
  expect(documents).toMatchObject({ PARSER_URL, EMBEDDER_URL, RANKER_URL })
  expect((await environmentOf({})).chat).toMatchObject({ MODEL_URL: 'extractive:' })
})
