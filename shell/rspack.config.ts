import type { BuildFile } from '@portal/build/load-front-end'
import { shellConfig } from '@portal/build/shell-config'

const build: BuildFile = ({ mode }) => shellConfig({ root: import.meta.dirname, mode })
export default build
