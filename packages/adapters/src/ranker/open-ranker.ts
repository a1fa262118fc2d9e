import type { Ranker } from '@portal/ranking/ranker'
import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import { isEngineUrl, readEngineUrl } from '../engine-url/engine-url.ts'
import { openEmbeddedRanker } from './embedded-ranker.ts'
import { openRerankRanker } from './rerank-ranker.ts'

const example = 'rerank+https://:<key>@<host>/v1/rerank?model=<name>'
const settings = ['model', 'format', 'passages', 'deadlineMs']
/** Passages per question; text-embeddings-inference refuses more, unless it is set otherwise. */
const passagesUsual = { documents: '50', texts: '32' }

/**
 * The ranker for an address: `embedded:`, or a server of the `/rerank` wire format, with `format`
 * (`documents`, or `texts` for text-embeddings-inference), `passages` (50, of `texts` 32) and
 * `deadlineMs` (1500). An unreachable server does not fail here; other addresses throw one
 * sentence.
 */
export function openRanker(url: string, { log }: { readonly log: Logger }): Ranker {
  if (url === 'embedded:') return openEmbeddedRanker()
  if (!isEngineUrl(url, 'rerank'))
    throw new ConfigError(`No ranker speaks this address; use embedded: or ${example}.`)
  const read = readEngineUrl(url, { engine: 'rerank', example, settings })
  const { format = 'documents', model, passages, deadlineMs } = read.settings
  if (format !== 'documents' && format !== 'texts')
    throw new ConfigError('The format of the rerank address must be "documents" or "texts".')
  const [host = '', ...others] = read.hosts
  if (others.length > 0) throw new ConfigError(`The rerank address names more than one host; use ${example}.`)
  const address = `${read.isSecure ? 'https' : 'http'}://${host}/${read.path === '' ? 'rerank' : read.path}`
  return openRerankRanker({
    server: { address, key: read.password, model, format },
    log,
    passages: wholeNumber('passages', passages ?? passagesUsual[format]),
    deadlineMs: wholeNumber('deadlineMs', deadlineMs ?? '1500'),
  })
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new ConfigError(`The setting "${name}" of the rerank address must be a whole number above 0.`)
}
