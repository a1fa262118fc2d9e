import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, EnginePlace } from '../engine.ts'
import { answersOk } from '../supervise/answers-ok.ts'

const version = '1.8.0'
const accessKey = 'portal'

/** versitygw: an S3-compatible store on a directory, built with Go. */
export const s3: Engine = {
  name: 's3',
  release: `versitygw-${version}`,
  // Including Go's module and build caches.
  diskMb: 1500,
  portCount: 1,
  readyWithinMs: 60_000,
  isUnprivileged: true,
  check: async (tools) => {
    await tools.need(
      'go',
      'The S3 store is built with Go, which is not on the path; install it (https://go.dev/dl, or Debian: apt-get install golang).',
    )
  },
  install: async (folder, tools) => {
    await tools.run({
      program: 'go',
      args: ['install', '-ldflags', '-s -w', `github.com/versity/versitygw/cmd/versitygw@v${version}`],
      environment: { GOBIN: folder, GOFLAGS: '-buildvcs=false -trimpath' },
      withinMs: 30 * 60_000,
    })
  },
  prepare: async (place) => {
    for (const folder of folders(place)) await mkdir(folder, { recursive: true })
    return undefined
  },
  command: async (place) => {
    const [objects = '', versions = ''] = folders(place)
    const posix = ['posix', '--versioning-dir', versions, objects]
    return {
      program: join(place.programs, 'versitygw'),
      args: ['--port', `127.0.0.1:${place.ports[0]}`, '--health', '/healthz', ...posix],
      environment: {
        ROOT_ACCESS_KEY: accessKey,
        ROOT_SECRET_KEY: place.secret,
        GOMEMLIMIT: '256MiB',
      },
    }
  },
  isReady: ({ ports }) => answersOk(`http://127.0.0.1:${ports[0]}/healthz`),
  url: ({ ports, secret }) => `s3://${accessKey}:${secret}@127.0.0.1:${ports[0]}/portal?region=us-east-1`,
}

function folders({ data }: EnginePlace): [string, string] {
  return [join(data, 'objects'), join(data, 'versions')]
}
