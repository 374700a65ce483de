export { formatMoney } from '@portico/contract/format-money'
