import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toolsOf } from '../../engines/install/tools.ts'
import { ensureDebianPackages } from './debian-packages.ts'

let folder: string
let notes: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-debian-'))
  notes = []
  // Of all that this machine has, what starts programs.
  const setpriv = await toolsOf(process.env).find('setpriv')
  if (setpriv !== null) await symlink(setpriv, join(folder, 'setpriv'))
  for (const program of ['containerd', 'iptables', 'ip', 'bridge', 'openssl']) await addProgram(program, '')
})

afterEach(() => rm(folder, { recursive: true }))

describe('packages of Debian that the cluster runs on', () => {
  it('are named to who is not root, and where there is no apt', async () => {
    const asked = 'as root (apt-get install runc containernetworking-plugins)'
    await expect(ensure({ isRoot: true })).rejects.toThrow(asked)
    await addApt()
    await expect(ensure({ isRoot: false })).rejects.toThrow(asked)
    expect(await commands()).toEqual([])
  })

  it('are installed for root, those that are missing', async () => {
    await addApt()
    await ensure({ isRoot: true })
    expect(await commands()).toEqual([
      'install --yes --no-install-recommends runc containernetworking-plugins',
    ])
    expect(notes).toEqual(['Debian: installing runc containernetworking-plugins'])
  })

  it('are installed on a machine that knows of no packages yet', async () => {
    await addApt('case "$all" in *update) : > $FOLDER/lists;; esac; [ -e $FOLDER/lists ]')
    await ensure({ isRoot: true })
    expect(await commands()).toEqual([
      'install --yes --no-install-recommends runc containernetworking-plugins',
      'update',
      'install --yes --no-install-recommends runc containernetworking-plugins',
    ])
  })

  it('cost nothing where they are', async () => {
    await addApt()
    for (const program of ['runc', 'host-local']) await addProgram(program, '')
    await ensure({ isRoot: true })
    expect(await commands()).toEqual([])
  })
})

function ensure({ isRoot }: { readonly isRoot: boolean }): Promise<void> {
  const tools = toolsOf({ PATH: folder, FOLDER: folder })
  return ensureDebianPackages({ tools, note: (line) => notes.push(line) }, { isRoot, pluginsFolder: folder })
}

/** An apt that writes down what it is asked for after its options. */
function addApt(further = ''): Promise<void> {
  return addProgram('apt-get', `all="$*"; echo "\${all#-o * }" >> $FOLDER/commands; ${further}`)
}

async function addProgram(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}

async function commands(): Promise<string[]> {
  const written = await readFile(join(folder, 'commands'), 'utf8').catch(() => '')
  return written.split('\n').filter((line) => line !== '')
}
