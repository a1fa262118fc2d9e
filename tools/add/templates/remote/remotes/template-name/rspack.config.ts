import { remoteConfig } from '@portal/build/remote-config'

export default (how: { mode: 'production' | 'development'; publicPath?: string }) =>
  remoteConfig({ name: 'template-name', root: import.meta.dirname, ...how })
