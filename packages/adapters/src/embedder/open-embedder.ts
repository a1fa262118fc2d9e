import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { openOnnxEmbedder } from './onnx-embedder.ts'

const example = 'openai+https://:<key>@<host>/v1?model=<name>&dimensions=<n>'
const settings = ['dimensions', 'queryPrefix', 'passagePrefix', 'textTokens', 'batchTexts']

/**
 * The encoder for an address: `onnx:[<bundled model>]`, or `openai://` for a compatible engine,
 * with `queryPrefix` and `passagePrefix` (E5 wants `query: ` and `passage: `), `textTokens` (8191)
 * and `batchTexts` (64). An unreachable engine does not fail here; other addresses throw one
 * sentence.
 */
export async function openEmbedder(url: string, { log }: { readonly log: Logger }): Promise<Embedder> {
  const scheme = /^[a-z+]+:/.exec(url)?.[0]
  if (scheme === 'onnx:') return openOnnxEmbedder(url.slice(scheme.length))
  if (!isEngineUrl(url, 'openai'))
    throw new ConfigError(`No encoder speaks this address; use onnx:<model> or ${example}.`)
  // Loaded on demand: its client takes longer to load than the rest of the service.
  const { numberSetting, openAiConnection } = await import('../openai/openai-connection.ts')
  const { openOpenAiEmbedder } = await import('./openai-embedder.ts')
  const connection = openAiConnection(url, { example, settings })
  const of = connection.settings
  if (!of.dimensions) throw new ConfigError(`The openai address names no dimensions; use ${example}.`)
  return openOpenAiEmbedder({
    connection,
    log,
    dimensions: numberSetting(of, 'dimensions', 0),
    prefixes: { query: of.queryPrefix ?? '', passage: of.passagePrefix ?? '' },
    textTokens: numberSetting(of, 'textTokens', 8191),
    batchTexts: numberSetting(of, 'batchTexts', 64),
  })
}
