import type { WrittenImage } from './oci/layout.ts'

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** The sizes of images by layer, as Markdown. A layer that images have in common is stored once. */
export function sizeTable(images: readonly WrittenImage[]): string {
  const rows = images.flatMap(({ name, layers }) => [
    ...layers.map((layer) => row(name, layer.title, layer)),
    row(name, '**all**', {
      bytes: layers.reduce((sum, { bytes }) => sum + bytes, 0),
      packedBytes: layers.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
    }),
  ])
  return `# images

\`npm run images -- --table\` · Node ${process.versions.node}, ${process.platform} ${process.arch}

| image | layer | MB | MB packed |
|---|---|---|---|
${rows.join('\n')}

The layer with Node is the same in all images, so a machine stores and fetches it once.
`
}

interface Size {
  readonly bytes: number
  readonly packedBytes: number
}

function row(image: string, layer: string, { bytes, packedBytes }: Size): string {
  return `| ${image} | ${layer} | ${megabytes(bytes)} | ${megabytes(packedBytes)} |`
}
