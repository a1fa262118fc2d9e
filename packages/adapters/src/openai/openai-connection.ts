import { ConfigError } from '@portal/service-kit/config'
import { OpenAI } from 'openai'
import { readEngineUrl } from '../engine-url/engine-url.ts'

/** An OpenAI-compatible server and the model that an address names. */
export interface OpenAiConnection {
  readonly client: OpenAI
  readonly model: string
  readonly settings: Readonly<Record<string, string>>
}

/** The settings that an adapter accepts besides `model`. */
export interface OpenAiRules {
  readonly example: string
  readonly settings: readonly string[]
}

/**
 * Reads `openai[+https]://:key@host:port/v1?model=…`, the key being optional, and sends nothing.
 * The client does not retry, log, follow redirects or read the environment; that is up to the
 * adapters. Throws ConfigError with one sentence.
 */
export function openAiConnection(url: string, rules: OpenAiRules): OpenAiConnection {
  const { example } = rules
  const address = readEngineUrl(url, { engine: 'openai', example, settings: ['model', ...rules.settings] })
  const [host = '', ...others] = address.hosts
  const { model } = address.settings
  if (others.length > 0) throw new ConfigError(`The openai address names more than one host; use ${example}.`)
  if (!model) throw new ConfigError(`The openai address names no model; use ${example}.`)
  const client = new OpenAI({
    baseURL: `${address.isSecure ? 'https' : 'http'}://${host}/${address.path}`,
    apiKey: address.password === '' ? 'none' : address.password,
    ...(address.password === '' ? { defaultHeaders: { authorization: null } } : {}),
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  })
  return { client, model, settings: address.settings }
}

/** A whole-number setting or its default. Throws ConfigError with one sentence. */
export function numberSetting(
  settings: Readonly<Record<string, string>>,
  name: string,
  usual: number,
): number {
  const text = settings[name]
  if (text === undefined) return usual
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new ConfigError(`The setting "${name}" of the openai address must be a whole number above 0.`)
}
