import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { answersOk, type Engine } from '../engine.ts'
import { program } from '../install/prerequisites.ts'

const version = '1.8.0'
const accessKey = 'portal'

/** versitygw: an S3-compatible store on a directory, built with Go. */
export const s3: Engine = {
  name: 's3',
  release: `versitygw-${version}`,
  // Including Go's module and build caches.
  diskMb: 1500,
  portCount: 1,
  isUnprivileged: true,
  needs: [
    program(
      'go',
      'The S3 store is built with Go, which is not on the path; install it (https://go.dev/dl, or Debian: apt-get install golang).',
    ),
  ],
  install: (folder, tools) => {
    const source = `github.com/versity/versitygw/cmd/versitygw@v${version}`
    const environment = { GOBIN: folder, GOFLAGS: '-buildvcs=false -trimpath' }
    return tools.run('go', ['install', '-ldflags', '-s -w', source], { environment })
  },
  prepare: async ({ data }) => {
    for (const name of ['objects', 'versions']) await mkdir(join(data, name), { recursive: true })
  },
  command: async ({ programs, data, ports, secret }) => {
    const posix = ['posix', '--versioning-dir', join(data, 'versions'), join(data, 'objects')]
    return {
      program: join(programs, 'versitygw'),
      args: ['--port', `127.0.0.1:${ports[0]}`, '--health', '/healthz', ...posix],
      environment: { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secret, GOMEMLIMIT: '256MiB' },
    }
  },
  isReady: ({ ports }) => answersOk(`http://127.0.0.1:${ports[0]}/healthz`),
  url: ({ ports, secret }) => `s3://${accessKey}:${secret}@127.0.0.1:${ports[0]}/portal?region=us-east-1`,
}
