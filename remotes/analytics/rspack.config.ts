import { remoteConfig } from '@portal/build/remote-config'

export default (how: { mode: 'production' | 'development'; publicPath?: string }) =>
  remoteConfig({ name: 'analytics', root: import.meta.dirname, ...how })
