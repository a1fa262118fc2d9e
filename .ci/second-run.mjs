// Of files that vitest's JSON reporter wrote: `files <results>` prints the test files that failed;
// `merge <results> <later>` puts the later results of a file in place of the earlier ones.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const [command, path, laterPath] = process.argv.slice(2)
const results = JSON.parse(readFileSync(path, 'utf8'))

if (command === 'files') {
  for (const { name, status } of results.testResults)
    if (status === 'failed') console.log(relative(process.cwd(), name))
} else {
  const later = new Map(
    JSON.parse(readFileSync(laterPath, 'utf8')).testResults.map((file) => [file.name, file]),
  )
  const testResults = results.testResults.map((file) => later.get(file.name) ?? file)
  writeFileSync(path, JSON.stringify({ ...results, testResults }))
}
