import type { GroupId } from './chapters.ts'

export const groupAddress = (group: GroupId): string => `/admin/setting?group=${group}`
