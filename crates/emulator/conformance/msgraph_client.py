"""The msgraph-sdk pointed at the emulator: Graph over plain HTTP, tokens through azure-identity over TLS."""

import httpx
import requests
from azure.core.pipeline.transport import RequestsTransport
from azure.identity import ClientSecretCredential
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_abstractions.headers_collection import HeadersCollection
from kiota_http.middleware.options import RetryHandlerOption
from msgraph import GraphRequestAdapter, GraphServiceClient
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.graph_request_adapter import options
from msgraph_core import GraphClientFactory
from msgraph_core.authentication import AzureIdentityAuthenticationProvider

import emulator


class RecordingTransport(httpx.AsyncBaseTransport):
    """Below the SDK's middleware, so that it records the SDK's retries too."""

    def __init__(self, report):
        self.inner = httpx.AsyncHTTPTransport()
        self.report = report
        self.response_headers = {}

    async def handle_async_request(self, request):
        response = await self.inner.handle_async_request(request)
        self.report.record_call(request.method, request.url, response.status_code)
        self.response_headers = response.headers
        return response


class Graph:
    def __init__(self, report, credential):
        self.report = report
        self.transport = RecordingTransport(report)
        base = f"{emulator.HTTP}/v1.0"
        provider = AzureIdentityAuthenticationProvider(credential, scopes=[emulator.SCOPE], allowed_hosts=["127.0.0.1"])
        http = GraphClientFactory.create_with_default_middleware(
            client=httpx.AsyncClient(base_url=base, transport=self.transport, timeout=60),
            # The throttling test rejects half of the calls; the default of three retries would be too few.
            options={**options, RetryHandlerOption.get_key(): RetryHandlerOption(max_retries=10)},
        )
        self.adapter = GraphRequestAdapter(provider, client=http)
        self.adapter.base_url = base
        self.client = GraphServiceClient(request_adapter=self.adapter)

    def user(self, address):
        return self.client.users.by_user_id(address)

    async def expect_error(self, step, call, status, *codes):
        """The SDK must have parsed the error object, not just the status."""
        try:
            response = await call
        except ODataError as error:
            step.equals("status", error.response_status_code, status)
            code = error.error.code
            step.check(f"code is {' or '.join(codes) or 'given'}", code in codes if codes else code, code)
            step.has_fields(error.error, "message", "inner_error")
            if (inner := error.error.inner_error) is not None:
                step.has_fields(inner, "date", "request_id", "client_request_id")
                step.equals("request-id header", self.transport.response_headers.get("request-id"), inner.request_id)
            return error.error
        step.check(f"the response is {status}", False, response)
        return None

    async def value_of(self, builder):
        """`$value` of an attachment. The SDK can send this request but has no builder for it."""
        request = builder.to_get_request_information(request_options())
        self.adapter.set_base_url_for_request_information(request)
        request.url = f"{request.url}/$value"
        return await self.adapter.send_primitive_async(request, "bytes", {"XXX": ODataError})


def credential(report):
    session = requests.Session()
    session.hooks["response"].append(
        lambda response, *_, **__: report.record_call(response.request.method, response.url, response.status_code)
    )
    return ClientSecretCredential(
        emulator.TENANT,
        emulator.CLIENT_ID,
        emulator.SECRET,
        authority=emulator.HTTPS,
        disable_instance_discovery=True,
        transport=RequestsTransport(session=session, session_owner=False, connection_verify=emulator.CERTIFICATE),
    )


def request_options(parameters=None, immutable=True, prefer=()):
    configuration = RequestConfiguration(headers=HeadersCollection(), query_parameters=parameters)
    for preference in ([emulator.IMMUTABLE] if immutable else []) + list(prefer):
        configuration.headers.add("Prefer", preference)
    return configuration


async def pages_of(builder, configuration):
    """Follows next links as users of the SDK do: the link is opaque, the headers are sent again."""
    pages = [await builder.get(configuration)]
    while pages[-1].odata_next_link:
        again = RequestConfiguration(headers=configuration.headers)
        pages.append(await builder.with_url(pages[-1].odata_next_link).get(again))
    return pages
