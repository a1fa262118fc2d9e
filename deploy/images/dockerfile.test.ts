import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { expect, it } from 'vitest'
import { imageCommands, imageSettings, remoteCommand } from './image-settings.ts'

const read = (path: string) => readFile(join(workspaceRoot, path), 'utf8')
const dockerfile = await read('deploy/images/Dockerfile')
const { version } = JSON.parse(await read('package.json'))

it('builds the version of the checkout unless it is given another', () => {
  expect(dockerfile).toMatch(
    new RegExp(`^ARG VERSION=${version.replaceAll('.', '\\.')}\\n(.*\\n)*?FROM `, 'm'),
  )
})

it.each(['services', 'front-ends'] as const)('runs %s as the image without a daemon does', (name) => {
  const image = { name, version: '1.2.3', command: imageCommands[name] }
  expect(settingsOf(name, { VERSION: '1.2.3' })).toEqual(imageSettings(image))
})

it('runs a remote as the image without a daemon does, by a program that names it', () => {
  const [program, ...words] = remoteCommand('chat')
  const image = { name: 'remote-chat', version: '1.2.3', command: ['/app/publish.js'] }
  expect(settingsOf('remote', { VERSION: '1.2.3', REMOTE: 'chat' })).toEqual(imageSettings(image))
  const [, written] = /printf '(.*)' "\$REMOTE" "\$REMOTE"/.exec(dockerfile) ?? []
  expect(written?.replaceAll('%s', 'chat').replaceAll('\\n', '\n')).toBe(
    `process.argv.splice(2, 0, ${words.map((word) => JSON.stringify(word)).join(', ')})\n` +
      `await import("${program?.replace('/app', '.')}")\n`,
  )
})

/** What a stage says of its image. Arguments that it does not declare are empty, as in Docker. */
function settingsOf(stage: string, given: Readonly<Record<string, string>>) {
  const stages = dockerfile.replaceAll('\\\n', '').split(/^(?=FROM )/m)
  const lines = stages.find((text) => text.split('\n')[0]?.endsWith(` AS ${stage}`))?.split('\n') ?? []
  const instructions = (keyword: string) =>
    lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1))
  const declared = new Set(instructions('ARG'))
  const expanded = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => (declared.has(name) ? (given[name] ?? '') : ''))
  const words = (keyword: string) => instructions(keyword).flatMap((line) => expanded(line).split(/ +/))
  return {
    command: JSON.parse(instructions('ENTRYPOINT').join()),
    environment: words('ENV'),
    workingFolder: words('WORKDIR').join(),
    user: words('USER').join(),
    labels: Object.fromEntries(words('LABEL').map((word) => word.split('='))),
  }
}
