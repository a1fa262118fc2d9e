import ts from 'typescript'
import { fileCheck, type Source } from './source-files.ts'

/** Tests and their helpers, except drills on real engines, which assert the promised limits. */
const testFiles =
  /(\.(test|journey|drill|fixture)\.tsx?$|^services\/[^/]+\/test\/|^packages\/testkit\/|^tests\/)/

/** The shortest timeout that a busy machine tolerates. */
const leastMs = 10_000
const waits = /^(waitFor|waitUntil|poll|find(All)?By\w+)$/

/** Tests that depend on a fast machine or on random numbers. */
export const checkLuck = fileCheck('tests without luck', { files: testFiles }, luckIn)

export function luckIn({ file, text }: Source): string[] {
  if (!/timeout:|waitFor|toBeLessThan|not\.to(Contain|Match)/.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const problems: string[] = []
  const walk = (node: ts.Node): void => {
    const problem = ts.isCallExpression(node) ? problemOf(node) : null
    const line = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1
    if (problem !== null) problems.push(`${file}:${line} ${problem}`)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return problems
}

function problemOf({ expression: called, arguments: given }: ts.CallExpression): string | null {
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()
  const before = ts.isPropertyAccessExpression(called) ? called.expression.getText() : ''
  if (waits.test(name) && given.some(isShortWait))
    return `waits less than ${leastMs / 1000} s: leave the time out`
  const [first] = given
  if (!first) return null
  if (name === 'toBeLessThan' && before.includes('performance.now() -') && isShort(first))
    return 'allows less time than a busy machine takes'
  if (before.endsWith('.not') && looksForDigits(name, first))
    return 'looks for digits, which turn up in any id: look in the field, or use toContainEqual on a list'
  return null
}

function looksForDigits(matcher: string, looked: ts.Expression): boolean {
  if (matcher === 'toContain') return ts.isStringLiteral(looked) && /^\d+$/.test(looked.text)
  return matcher === 'toMatch' && /^\/(.*\|)?\d+(\|.*)?\/\w*$/.test(looked.getText())
}

function isShortWait(given: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(given)) return isShort(given)
  return given.properties.some(
    (each) => ts.isPropertyAssignment(each) && each.name.getText() === 'timeout' && isShort(each.initializer),
  )
}

function isShort(ms: ts.Expression): boolean {
  return ts.isNumericLiteral(ms) && Number(ms.text) < leastMs
}
