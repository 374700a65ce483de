export { formatDateTime, formatDay, timeAgo } from '@portico/contract/format-time'
