/** What an image holds of a package that is not compiled in: folders and files of it. */
interface KeptPackage {
  /** A package of the checkout that depends on it. */
  readonly usedBy: string
  readonly files: RegExp
}

const machine = `${process.platform}/${process.arch}`

const codec = /^(package\.json|LICENSE|(.*\/)?[^/]+\.(js|wasm)|.*LICENSE\.codec\.md)$/

/** Packages with machine code or data, found at run time by their names. */
export const keptPackages: Readonly<Record<string, KeptPackage>> = {
  'onnxruntime-node': {
    usedBy: 'packages/adapters',
    files: new RegExp(`^(package\\.json|dist/.*\\.js|bin/[^/]+/${machine}/.*|.*LICENSE.*|.*ThirdParty.*)$`),
  },
  'onnxruntime-common': {
    usedBy: 'packages/adapters/node_modules/onnxruntime-node',
    files: /^(package\.json|dist\/(cjs|esm)\/.*\.(js|json)|.*LICENSE.*)$/,
  },
  '@hyzyla/pdfium': {
    usedBy: 'packages/adapters',
    files: /^(package\.json|LICENSE\.md|dist\/(index\.esm\.js|pdfium\.wasm))$/,
  },
  '@jsquash/jpeg': { usedBy: 'services/team', files: codec },
  '@jsquash/png': { usedBy: 'services/team', files: codec },
  '@jsquash/resize': { usedBy: 'services/team', files: codec },
  '@jsquash/webp': { usedBy: 'services/team', files: codec },
  'wasm-feature-detect': {
    usedBy: 'services/team/node_modules/@jsquash/webp',
    files: /^(package\.json|LICENSE|dist\/.*\.js)$/,
  },
  'dictionary-en': { usedBy: 'packages/ranking', files: /^(package\.json|license|index\.(js|aff|dic))$/ },
  'pdfjs-dist': { usedBy: 'packages/adapters', files: /^(package\.json|LICENSE|cmaps\/.*)$/ },
  '@fontsource/source-sans-3': {
    usedBy: 'services/documents',
    files: /^(package\.json|LICENSE|files\/.*-(400|600)-normal\.woff)$/,
  },
  '@fontsource-variable/inter': {
    usedBy: 'packages/ui',
    files: /^(package\.json|LICENSE|files\/inter-latin-opsz-normal\.woff2)$/,
  },
  '@portal/ui': { usedBy: 'services/identity', files: /^(package\.json|src\/styles\/tokens\.css)$/ },
}
