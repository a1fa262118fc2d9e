import { join } from 'node:path'
import { servingOptions } from '@portal/tools/bootstrap/serving-options'
import { imageRoot } from './bundle/bundle-programs.ts'
import { account } from './content/node-layer.ts'

// KafkaJS sets overdue timers for every request (its issue 1751).
const quiet = ['ExperimentalWarning', 'TimeoutNegativeWarning'].map((kind) => `--disable-warning=${kind}`)

/** What runs in a container; that of services names the program itself. */
export const imageCommands = {
  services: [],
  'front-ends': [join(imageRoot, 'deploy/front-ends/main.js')],
} as const

/** What the image of a remote runs, of which a release says the rest. */
export const remoteCommand = (remote: string) => [
  join(imageRoot, 'deploy/operate/remotes/main.js'),
  'publish',
  remote,
  join(imageRoot, 'remotes', remote, 'dist'),
]

/** How an image is run, and what it says of itself. The Dockerfile repeats it; a test compares. */
export const imageSettings = (image: {
  readonly name: string
  readonly version: string
  readonly command: readonly string[]
}) => ({
  command: ['/usr/local/bin/node', ...quiet, ...servingOptions, ...image.command],
  environment: ['NODE_ENV=production', `VERSION=${image.version}`],
  workingFolder: imageRoot,
  user: `${account.uid}:${account.uid}`,
  labels: {
    'org.opencontainers.image.title': `portal/${image.name}`,
    'org.opencontainers.image.version': image.version,
  },
})
