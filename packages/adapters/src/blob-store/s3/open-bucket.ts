import { S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '@portal/service-kit/config'
import { readEngineUrl } from '../../engine-url/engine-url.ts'

/** A bucket and the client that reaches it. */
export type Bucket = ReturnType<typeof openBucket>

const rules = {
  engine: 's3',
  example: 's3+https://<key>:<secret>@<host>[:<port>]/<bucket>[?region=<region>]',
  settings: ['region'],
} as const

const connectMs = 2000
/** Longest silence on a connection; two attempts fit the services' deadline of 8 s. */
const silenceMs = 3000

/** The bucket of an address, path-style; connects on the first call. Throws ConfigError. */
export function openBucket(url: string) {
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
    // We always send SHA-256 ourselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, name: path }
}
