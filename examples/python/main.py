# Two groups and their operators in Python, and what OLM decides about each. main.mjs is the same app in JavaScript.
from cdk8s import App
from cdk8s_olm import Bundle, ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces

app = App()
cluster = OlmCluster(app, "prod", kube_version="1.30", acknowledge=["needs-cluster-access"])
cluster.add_namespace("orders-production", labels={"tenant": "orders"})
cluster.add_namespace("orders-staging", labels={"tenant": "orders"})
cluster.add_namespace("payments-production")

orders = OperatorGroup(
    cluster,
    "orders",
    namespace="orders-operators",
    targets=TargetNamespaces.labelled({"tenant": "orders"}),
    reserved_ap_is=["Database.v1.stonedb.example.com", "Backup.v1.stonedb.example.com"],
)
orders.add_operator(ClusterServiceVersion.from_file("examples/tenants/orders-operators/stonedb.v1.8.2.yaml"))

payments = OperatorGroup(
    cluster,
    "payments",
    namespace="payments-operators",
    targets=TargetNamespaces.named("payments-production"),
    labels={"team": "payments"},
)
payments.add_operator(Bundle.from_directory("examples/gitops/catalog/stonedb/1.9.0"))
payments.metadata.add_annotation("example.com/owner", "payments")

for verdict in cluster.verdicts:
    print(f"{verdict.namespace}/{verdict.name}: {verdict.phase} {verdict.reason} in {','.join(verdict.target_namespaces)}")
for finding in cluster.findings:
    print(f"{finding.severity} {finding.id}: {finding.subject.kind} {finding.subject.name}: {finding.message}")

app.synth()
