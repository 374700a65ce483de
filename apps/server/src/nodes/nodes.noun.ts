import type { Noun } from '../noun.ts'
import { cleanNodeRecords } from './clean-node-records.ts'
import { dropOldDevices } from './devices.ts'
import { beginDueQuotas } from './node-quota.ts'
import { nodeRoutes } from './nodes.routes.ts'
import { machineRoutes } from './machines.routes.ts'
import { memberDeviceRoutes } from './member-devices.routes.ts'
import { oldPanelRoutes } from './old-panel/old-panel.routes.ts'

export const nodesNoun: Noun = {
  routes: [nodeRoutes, machineRoutes, memberDeviceRoutes, oldPanelRoutes],
  jobs: (app) => {
    const zone = (): string => app.settings()['site.timezone']
    return [
      { name: 'drop_old_devices', cron: '23 * * * *', work: () => dropOldDevices(app.database, app.now()) },
      { name: 'begin_node_quotas', cron: '*/10 * * * *', work: () => beginDueQuotas(app.database, app.now(), zone()) },
      { name: 'clean_node_records', cron: '33 * * * *', work: () => cleanNodeRecords(app.database, app.now()) },
    ]
  },
}
