import { remoteConfig } from '@portal/build/remote-config'

export default (how: { mode: 'production' | 'development'; publicPath?: string }) =>
  remoteConfig({ name: 'master-admin', root: import.meta.dirname, ...how })
