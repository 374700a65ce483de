import * as contract from '@portico/contract/templates-admin'
import { requireLink } from '../members/change-access.ts'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { linkOrigin } from '../settings/settings.ts'
import { textFaults } from './kinds.ts'
import { findTemplate, listLive, listTemplates, type TemplateEntry, templateText } from './list-templates.ts'
import { previewTemplate } from '../feeds/preview-template.ts'
import { toPage, toWire } from '../to-wire.ts'
import { rollOutTemplate } from './roll-out-template.ts'
import { saveTemplate } from './save-template.ts'

export function templateRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, contract.adminListTemplates, async ({ query }) =>
    toPage(await listTemplates(db, query.format, query), query, toVersion),
  )
  serve(router, app, contract.adminGetTemplate, async ({ query, origin }) => {
    return { version: query.version, text: await templateText(db, query.format, query.version, origin.language) }
  })
  serve(router, app, contract.adminSaveTemplate, async ({ caller, body }) => {
    const version = await saveTemplate(database, caller, body, app.now())
    return toVersion(await findTemplate(db, body.format, version))
  })
  serve(router, app, contract.adminCheckTemplate, async ({ body }) => ({ faults: textFaults(body.format, body.text) }))
  serve(router, app, contract.adminPreviewTemplate, async ({ caller, body }) => {
    // The profile contains that member's credentials.
    if (body.account_id !== caller.accountId) await requireLink(db, caller, body.account_id)
    const settings = app.settings()
    const site = { title: settings['site.title'], url: linkOrigin(settings, app.config), zone: settings['site.timezone'] }
    const { format, client = 'mihomo', text, account_id: accountId, client_version: clientVersion } = body
    const preview = await previewTemplate(db, { format, client, text, accountId, clientVersion }, site)
    const { faults, output, outputFaults, nodes, leftOut, templated } = preview
    return { faults, output, output_faults: outputFaults, nodes, left_out: leftOut, templated }
  })
  serve(router, app, contract.adminRollOutTemplate, async ({ caller, body }) => {
    await rollOutTemplate(database, caller, body, app.now())
    return { live: (await listLive(db, body.format)).map(toVersion) }
  })
}

function toVersion(entry: TemplateEntry): contract.TemplateVersion {
  return toWire(contract.TemplateVersion, entry)
}
