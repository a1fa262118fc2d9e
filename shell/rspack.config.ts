import type { BuildFile } from '@portal/build/build-all'
import { shellConfig } from '@portal/build/shell-config'

const build: BuildFile = ({ mode }) => shellConfig({ root: import.meta.dirname, mode })
export default build
