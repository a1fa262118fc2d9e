import { adaptersOnDisk } from '@portal/build/adapters-on-disk'
import ts from 'typescript'
import { fileCheck, type Source } from './source-files.ts'

/** Adapter names that are also ordinary words or a protocol; and the database, not a port. */
const ordinaryWords = new Set(['directory', 'local', 'embedded', 'outbox', 'smtp', 'postgres'])

/** Aliases of engines, and compatible engines that code might special-case. */
const otherNames = ['minio', 'seaweed', 'redpanda', 'ollama', 'vllm']

/** Libraries named after an engine that work with any. */
const allowedImports = new Set(['keycloak-js'])

/** Code above the ports that names an engine: it could behave differently on each. */
export const checkEngineNames = fileCheck(
  'engines behind ports',
  {
    files: /^(services|shell|remotes|packages\/(contracts|service-kit|remote-kit|ui))\/.*\.(tsx?|m?js)$/,
    // Drills name the engine that they disturb; code that users never run may.
    except: /\.(test|journey|engines|drill|fixture)\.tsx?$|^services\/[^/]+\/test\//,
  },
  engineNamesIn,
)

/** The engines that a file names, in its path or outside comments. */
export function engineNamesIn({ file, text }: Source): string[] {
  const engines = engineNames().filter((engine) => isNamed(engine, `${file}\n${text}`))
  if (engines.length === 0) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const problems = engines
    .filter((engine) => isNamed(engine, file))
    .map((engine) => `${file} is named after ${engine}: ${advice}`)
  const walk = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    for (const engine of engines)
      if (isLeaf(node) && !isAllowedImport(node) && isNamed(engine, node.getText()))
        problems.push(`${file}:${line} names ${engine}: ${advice}`)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return problems
}

const advice = 'above packages/adapters the port alone is known'

function engineNames(): string[] {
  const named = adaptersOnDisk().map(({ engine }) => engine)
  return [...new Set([...named, ...otherNames])].filter((engine) => !ordinaryWords.has(engine))
}

/** Long names also match inside words (`isKafkaReady`), short ones whole words (`S3Client`). */
function isNamed(engine: string, text: string): boolean {
  if (engine.length > 3) return text.toLowerCase().includes(engine)
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  return words.some((word) => word.toLowerCase() === engine)
}

function isLeaf(node: ts.Node): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isPrivateIdentifier(node) ||
    ts.isJsxText(node) ||
    ts.isLiteralExpression(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node)
  )
}

function isAllowedImport(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || !allowedImports.has(node.text)) return false
  return (
    ts.isImportDeclaration(node.parent) ||
    (ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  )
}
