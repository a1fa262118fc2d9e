import { decodeText } from '@portal/file-rules/decode-text'
import { ConfigError } from '@portal/service-kit/config'
import {
  DocumentParseError,
  type DocumentParser,
  type ParsableFile,
  type ParsableType,
  type ParsedDocument,
} from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { UnstructuredClientCore } from 'unstructured-client/core.js'
import { generalPartition, PartitionAcceptEnum } from 'unstructured-client/funcs/generalPartition.js'
import { SDKHooks } from 'unstructured-client/hooks/hooks.js'
import { HTTPClient } from 'unstructured-client/lib/http.js'
import { Strategy } from 'unstructured-client/sdk/models/shared'
import { readEngineUrl } from '../engine-url/engine-url.ts'
import { parseError } from './failure-messages.ts'
import { blocksOfElements, Elements } from './unstructured/element-blocks.ts'
import { ParserFailed, parserAway, partitionFailure } from './unstructured/partition-failure.ts'

const megabyte = 1024 * 1024
const healthMs = 1400
const word = new TextEncoder().encode('Policy')

/**
 * Limits of one file. A busy engine takes minutes for a text of 10 MB, which hides no bomb;
 * recognising the text of a scan takes seconds for each page.
 */
export const unstructuredLimits = {
  textMs: 240_000,
  fileMs: 60_000,
  scanMs: 300_000,
  responseBytes: 64 * megabyte,
}

/** The engine goes by file extension; people's file names never leave the portal. */
const fileNames: Readonly<Record<ParsableType, string>> = {
  'application/pdf': 'document.pdf',
  'text/plain': 'document.txt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document.docx',
  'application/msword': 'document.doc',
}

interface Reading {
  readonly strategy: typeof Strategy.Fast | typeof Strategy.OcrOnly
  readonly timeMs: number
}

/**
 * Reads documents through an Unstructured API server with strategy `fast`, a PDF without text with
 * `ocr_only` where the server can: `unstructured[+https]://:key@host:port`. It does not retry; the
 * job queue does. `group` is ignored: the engine is a separate process without the portal's data.
 */
export class UnstructuredDocumentParser implements DocumentParser {
  readonly #client: UnstructuredClientCore
  readonly #address: string
  readonly #key: string
  readonly #limits: typeof unstructuredLimits

  /** Throws ConfigError with one sentence. Nothing is sent yet. */
  constructor(url: string, limits: Partial<typeof unstructuredLimits> = {}) {
    const example = 'unstructured[+https]://:<key>@<host>:<port>'
    const { isSecure, hosts, path, password } = readEngineUrl(url, { engine: 'unstructured', example })
    if (hosts.length !== 1 || path !== '')
      throw new ConfigError(`The unstructured address has one host and no path; use ${example}.`)
    this.#limits = { ...unstructuredLimits, ...limits }
    this.#address = `${isSecure ? 'https' : 'http'}://${hosts[0]}`
    this.#key = password
    this.#client = quietClient(this.#address, this.#limits.responseBytes)
  }

  async parse(file: ParsableFile): Promise<ParsedDocument> {
    const { textMs, fileMs, scanMs } = this.#limits
    const timeMs = file.type === 'text/plain' ? textMs : fileMs
    const read = await this.#read(file, { strategy: Strategy.Fast, timeMs })
    if (read.blocks.length > 0) return read
    if (file.type !== 'application/pdf') throw parseError('no_text')
    const recognised = await this.#read(file, { strategy: Strategy.OcrOnly, timeMs: scanMs }).catch(
      (error: unknown) => {
        const isUnable =
          error instanceof DocumentParseError ? error.reason !== 'time_limit' : error instanceof ParserFailed
        // A server that cannot recognise text fails, or refuses the strategy.
        throw isUnable ? parseError('no_text', { cause: error }) : error
      },
    )
    if (recognised.blocks.length === 0) throw parseError('no_text')
    return recognised
  }

  async #read(file: ParsableFile, { strategy, timeMs }: Reading): Promise<ParsedDocument> {
    file.signal?.throwIfAborted()
    const deadline = AbortSignal.timeout(timeMs)
    const signal = AbortSignal.any([deadline, ...(file.signal ? [file.signal] : [])])
    try {
      const elements = Elements.safeParse(await this.#partition(file, { strategy, signal }))
      if (!elements.success)
        throw new ParserFailed('The document parser sent what its protocol does not allow.')
      return { ...blocksOfElements(elements.data, file.type), parser: `unstructured ${strategy}` }
    } catch (error) {
      file.signal?.throwIfAborted()
      if (!deadline.aborted) throw error
      // Timed out: the file's fault unless the engine is unreachable.
      await this.#reach()
      throw parseError('time_limit')
    }
  }

  /** Its engine is another program, whose releases it does not know. */
  isEarlier(): boolean {
    return false
  }

  /** Parses one word: the health endpoint does not check keys. Being busy counts as healthy. */
  async check(): Promise<void> {
    const signal = AbortSignal.timeout(healthMs)
    await this.#reach()
    const asked = { strategy: Strategy.Fast, signal }
    await this.#partition({ content: word, type: 'text/plain' }, asked).catch((error: unknown) => {
      if (error instanceof EngineUnavailable) throw error
    })
  }

  async #reach(): Promise<void> {
    const signal = AbortSignal.timeout(healthMs)
    const response = await fetch(`${this.#address}/healthcheck`, { signal }).catch((error: unknown) => {
      throw parserAway(error)
    })
    await response.body?.cancel()
    if (!response.ok)
      throw new EngineUnavailable(`The document parser says that it is not well (${response.status}).`, 10)
  }

  async #partition(
    { content, type }: ParsableFile,
    { strategy, signal }: { readonly strategy: Strategy; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const result = await generalPartition(
      this.#client,
      {
        partitionParameters: {
          files: { content: engineContent(content, type), fileName: fileNames[type] },
          strategy,
          splitPdfPage: false,
          coordinates: type === 'application/pdf',
          ...(type === 'text/plain' ? { encoding: 'utf-8' } : {}),
        },
        ...(this.#key === '' ? {} : { unstructuredApiKey: this.#key }),
      },
      // A self-hosted server compares this header literally.
      { retries: { strategy: 'none' }, acceptHeaderOverride: PartitionAcceptEnum.applicationJson, signal },
    )
    if (result.ok) return result.value
    throw partitionFailure(result.error)
  }
}

/** Text is sent as UTF-8; the engine would guess the encoding. */
function engineContent(content: Uint8Array, type: ParsableType): Uint8Array {
  if (type !== 'text/plain') return content
  const text = decodeText(content)
  if (text === null) throw parseError('corrupt', { message: 'The file is not plain text.' })
  if (text.trim() === '') throw parseError('no_text')
  return new TextEncoder().encode(text)
}

/** Without the client's hooks (0.31), which print, reread the file, split PDFs and retry. */
function quietClient(serverURL: string, responseBytes: number): UnstructuredClientCore {
  const none = { sdkInitHooks: [], beforeRequestHooks: [], afterSuccessHooks: [], afterErrorHooks: [] }
  const hooks = Object.assign(new SDKHooks(), none)
  const options = { serverURL, httpClient: new HTTPClient({ fetcher: limitedFetch(responseBytes) }), hooks }
  return new UnstructuredClientCore(options)
}

/** A `fetch` that throws `too_large_inside` beyond so many bytes: a small file may hold a lot. */
function limitedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const { body, status, headers } = await fetch(input, { ...init, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      // Leaving the loop cancels the body, which ends the request.
      if (bytes > bytesMax) throw parseError('too_large_inside')
      chunks.push(chunk)
    }
    return new Response(Buffer.concat(chunks), { status, headers })
  }
}
