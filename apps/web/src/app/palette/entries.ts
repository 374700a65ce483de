import type { Permission } from '@portico/contract/permissions'
import {
  IconBook2,
  type IconProps,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPalette,
  IconPlus,
  IconSun,
  IconWorldWww,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useMay } from '../../api/may.ts'
import { isAdmin, useWho } from '../../api/who.ts'
import { language, type MessageKey, switchLanguage, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { keysOpen } from '../keys/keys-host.tsx'
import { useMenu } from '../layout/menu.ts'
import { mayLeaveFor } from '../layout/menu-click.ts'
import { settingsOpen } from '../layout/settings-panel.tsx'
import { logOut } from '../log-out.ts'
import { changeSettings, scheme } from '../settings.ts'

export interface Entry {
  id: string
  title: string
  /** Beside the title: where a page belongs, or the state of a find. */
  hint?: string | undefined
  icon: ComponentType<IconProps>
  run: () => void
}

/** Forms that the console can open, with page and permission. The page opens its form for `?open=new`. */
const MAKES: { title: MessageKey; path: string; needs: Permission }[] = [
  { title: 'user_manage.create', path: '/admin/user?open=new', needs: 'members.write' },
  { title: 'links.create', path: '/admin/links?open=new', needs: 'settings.security' },
  { title: 'assign.open', path: '/admin/order?open=new', needs: 'money.book' },
  { title: 'plan_manage.create', path: '/admin/plan_manage?open=new', needs: 'plans.write' },
  { title: 'node_manage.create', path: '/admin/server/manage?open=new', needs: 'nodes.secret' },
  { title: 'machine.create', path: '/admin/server/manage?tab=machines&open=new', needs: 'nodes.secret' },
  { title: 'groups.create', path: '/admin/server/group?open=new', needs: 'plans.write' },
  { title: 'codes_manage.create', path: '/admin/vipcard?open=new', needs: 'codes.write' },
  { title: 'coupon_manage.create', path: '/admin/coupon?open=new', needs: 'coupons.write' },
  { title: 'promotion_manage.create', path: '/admin/coupon?tab=promotions&open=new', needs: 'coupons.write' },
  { title: 'invite_manage.create', path: '/admin/invite_code?open=new', needs: 'coupons.write' },
  { title: 'release_manage.create', path: '/admin/appversion?open=new', needs: 'clients.write' },
  { title: 'client_rules.create', path: '/admin/client_rules?open=new', needs: 'clients.write' },
  { title: 'article_manage.create_article', path: '/admin/content/contentcreate', needs: 'content.write' },
  { title: 'category_manage.create', path: '/admin/content/categories?open=new', needs: 'content.write' },
  { title: 'tag_manage.create', path: '/admin/content/tags?open=new', needs: 'content.write' },
  { title: 'files.upload', path: '/admin/content/files?open=new', needs: 'content.write' },
  { title: 'canned.create', path: '/admin/ticket?tab=canned&open=new', needs: 'tickets.write' },
  { title: 'notice_manage.create', path: '/admin/notice?open=new', needs: 'content.write' },
  { title: 'game_manage.create', path: '/admin/games?open=new', needs: 'content.write' },
  { title: 'pay_method.create', path: '/admin/payment?open=new', needs: 'payments.write' },
]

/** Pages of the user's menu. */
export function usePages(): Entry[] {
  const t = useT()
  const router = useRouter()
  return useMenu().flatMap((group) =>
    group.entries.map(({ path, title, icon }) => ({
      id: path,
      title: t(title),
      hint: group.title ? t(group.title) : undefined,
      icon,
      run: () => {
        if (mayLeaveFor(router, path)) void router.navigate({ href: path })
      },
    })),
  )
}

export function useActions(): Entry[] {
  const t = useT()
  const may = useMay()
  const router = useRouter()
  const isDark = useStore(scheme) === 'dark'
  const other = useStore(language) === 'en' ? 'zh-CN' : 'en'
  const isStaff = isAdmin(useWho())
  const go = (href: string) => () => void router.navigate({ href })
  return [
    ...MAKES.filter(({ path, needs }) => path.replace(/\?.*/, '') in router.routesByPath && may(needs)).map(({ title, path }) => ({
      id: path,
      title: t(title),
      icon: IconPlus,
      run: go(path),
    })),
    {
      id: 'scheme',
      title: t(isDark ? 'nav.light' : 'nav.dark'),
      icon: isDark ? IconSun : IconMoon,
      run: () => changeSettings({ scheme: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'language',
      title: other === 'en' ? 'English' : '简体中文',
      hint: t('nav.language'),
      icon: IconLanguage,
      run: () => void switchLanguage(other),
    },
    // Members have it in their menu.
    ...(isStaff ? [{ id: 'articles', title: t('title.articles'), icon: IconBook2, run: go('/article/list') }] : []),
    { id: 'appearance', title: t('navbar.settings'), icon: IconPalette, run: () => settingsOpen.set(true) },
    { id: 'keys', title: t('keys.title'), icon: IconKeyboard, run: () => keysOpen.set(true) },
    { id: 'password', title: t('navbar.change_password'), icon: IconKey, run: go('/user/profile/index') },
    { id: 'site', title: t('navbar.site'), icon: IconWorldWww, run: go('/index') },
    { id: 'log-out', title: t('nav.log_out'), icon: IconLogout, run: () => void logOut(router) },
  ]
}
