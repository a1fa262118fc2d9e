import { readdir } from 'node:fs/promises'

// `npm run bench -- <name> [options]`: each file beside this one that exports `run` is a bench of
// its name.
const [name = '', ...args] = process.argv.slice(2)
const names = (await readdir(new URL('.', import.meta.url)))
  .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== 'main.ts' && file !== 'config.ts')
  .map((file) => file.slice(0, -'.ts'.length))
if (names.includes(name)) {
  const bench: { readonly run: (args: readonly string[]) => Promise<void> } = await import(`./${name}.ts`)
  await bench.run(args)
} else {
  console.error(`There is no bench "${name}"; there are: ${names.join(', ')}.`)
  process.exitCode = 1
}
