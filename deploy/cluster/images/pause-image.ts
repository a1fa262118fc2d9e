import { join } from 'node:path'
import { fileEntry } from '../../images/content/image-files.ts'
import { writeLayout } from '../../images/oci/layout.ts'

/** Of the process that holds a pod's namespaces. */
export const pauseImage = 'localhost/pause:1'

/** Writes its image as a layout; `folder` holds the program. */
export async function writePauseImage(layout: string, folder: string): Promise<void> {
  await writeLayout(layout, {
    name: pauseImage,
    layers: [{ title: 'Pause', entries: [await fileEntry('pause', join(folder, 'pause'))] }],
    command: ['/pause'],
    environment: [],
    workingFolder: '/',
    user: '65535:65535',
    labels: {},
  })
}
