import type { CloudRegion } from '../contract.ts'

const table: readonly (Pick<CloudRegion, 'provider' | 'group'> & {
  readonly places: Readonly<Record<string, string>>
})[] = [
  {
    provider: 'GOOGLE',
    group: 'NORTH_AMERICA',
    places: {
      'us-central1': 'Iowa',
      'us-east1': 'South Carolina',
      'us-east4': 'Northern Virginia',
      'us-east5': 'Columbus',
      'us-south1': 'Dallas',
      'us-west1': 'Oregon',
      'us-west2': 'Los Angeles',
      'us-west3': 'Salt Lake City',
      'us-west4': 'Las Vegas',
      'northamerica-northeast1': 'Montréal',
      'northamerica-northeast2': 'Toronto',
      'northamerica-south1': 'Querétaro',
    },
  },
  {
    provider: 'GOOGLE',
    group: 'SOUTH_AMERICA',
    places: {
      'southamerica-east1': 'São Paulo',
      'southamerica-west1': 'Santiago',
    },
  },
  {
    provider: 'GOOGLE',
    group: 'EMEA',
    places: {
      'europe-central2': 'Warsaw',
      'europe-north1': 'Finland',
      'europe-southwest1': 'Madrid',
      'europe-west1': 'Belgium',
      'europe-west2': 'London',
      'europe-west3': 'Frankfurt',
      'europe-west4': 'Netherlands',
      'europe-west6': 'Zurich',
      'europe-west8': 'Milan',
      'europe-west9': 'Paris',
      'europe-west10': 'Berlin',
      'europe-west12': 'Turin',
      'me-central1': 'Doha',
      'me-central2': 'Dammam',
      'me-west1': 'Tel Aviv',
      'africa-south1': 'Johannesburg',
    },
  },
  {
    provider: 'GOOGLE',
    group: 'ASIA_PACIFIC',
    places: {
      'asia-east1': 'Taiwan',
      'asia-east2': 'Hong Kong',
      'asia-northeast1': 'Tokyo',
      'asia-northeast2': 'Osaka',
      'asia-northeast3': 'Seoul',
      'asia-south1': 'Mumbai',
      'asia-south2': 'Delhi',
      'asia-southeast1': 'Singapore',
      'asia-southeast2': 'Jakarta',
      'australia-southeast1': 'Sydney',
      'australia-southeast2': 'Melbourne',
    },
  },
  {
    provider: 'AWS',
    group: 'NORTH_AMERICA',
    places: {
      'us-east-1': 'Northern Virginia',
      'us-east-2': 'Ohio',
      'us-west-1': 'Northern California',
      'us-west-2': 'Oregon',
      'ca-central-1': 'Montréal',
      'ca-west-1': 'Calgary',
      'mx-central-1': 'Mexico',
    },
  },
  {
    provider: 'AWS',
    group: 'SOUTH_AMERICA',
    places: {
      'sa-east-1': 'São Paulo',
    },
  },
  {
    provider: 'AWS',
    group: 'EMEA',
    places: {
      'eu-central-1': 'Frankfurt',
      'eu-central-2': 'Zurich',
      'eu-north-1': 'Stockholm',
      'eu-south-1': 'Milan',
      'eu-south-2': 'Spain',
      'eu-west-1': 'Ireland',
      'eu-west-2': 'London',
      'eu-west-3': 'Paris',
      'il-central-1': 'Tel Aviv',
      'me-central-1': 'United Arab Emirates',
      'me-south-1': 'Bahrain',
      'af-south-1': 'Cape Town',
    },
  },
  {
    provider: 'AWS',
    group: 'ASIA_PACIFIC',
    places: {
      'ap-east-1': 'Hong Kong',
      'ap-northeast-1': 'Tokyo',
      'ap-northeast-2': 'Seoul',
      'ap-northeast-3': 'Osaka',
      'ap-south-1': 'Mumbai',
      'ap-south-2': 'Hyderabad',
      'ap-southeast-1': 'Singapore',
      'ap-southeast-2': 'Sydney',
      'ap-southeast-3': 'Jakarta',
      'ap-southeast-4': 'Melbourne',
      'ap-southeast-5': 'Malaysia',
      'ap-southeast-7': 'Thailand',
    },
  },
]

/** The regions of Google Cloud and AWS, by the groups that accounts have too. No provider is asked for them. */
export const regionTable: readonly CloudRegion[] = table.flatMap(({ provider, group, places }) =>
  Object.entries(places).map(([region, regionLabel]) => ({ region, regionLabel, provider, group })),
)
