import { S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '@portal/service-kit/config'
import { readEngineUrl } from '../../engine-url/engine-url.ts'

/** A bucket and the client that reaches it. */
export interface Bucket {
  readonly client: S3Client
  readonly name: string
}

const rules = {
  engine: 's3',
  example: 's3+https://<key>:<secret>@<host>[:<port>]/<bucket>[?region=<region>]',
  settings: ['region'],
} as const

const connectMs = 2000
/** Longest silence on a connection; two tries of it stay below the services' deadline of 8 s, so that people are told what is wrong. */
const silenceMs = 3000

/**
 * The bucket that an address names. Nothing connects before the first call. Buckets stand in the path, not in the host's name, which every
 * compatible store understands. Throws ConfigError.
 */
export function openBucket(url: string): Bucket {
  const { hosts, isSecure, path, username, password, settings } = readEngineUrl(url, rules)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(path))
    throw new ConfigError(`The s3 address names no bucket; use ${rules.example}.`)
  if (username === '' || password === '' || hosts.length !== 1)
    throw new ConfigError(`The s3 address needs one host, a key and a secret; use ${rules.example}.`)
  const client = new S3Client({
    endpoint: `${isSecure ? 'https' : 'http'}://${hosts[0]}`,
    region: settings.region ?? 'us-east-1',
    credentials: { accessKeyId: username, secretAccessKey: password },
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    // We send SHA-256 ourselves wherever content goes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, name: path }
}
