export { countryName, placeName } from '@portico/contract/country-name'
