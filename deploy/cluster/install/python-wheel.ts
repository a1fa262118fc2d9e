import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tools } from '../../engines/install/tools.ts'

/** Downloads a package of PyPI, as `name==version`, and unpacks it into a new folder. */
export async function unpackWheel(tools: Tools, folder: string, wanted: string): Promise<void> {
  await mkdir(folder)
  const options = ['--quiet', '--no-deps', '--only-binary', ':all:', '--dest', folder]
  await tools.run('python3', ['-m', 'pip', 'download', ...options, wanted])
  const [wheel = ''] = await readdir(folder)
  await tools.run('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder])
}
